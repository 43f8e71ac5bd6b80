int port, mask, color, depth;
const char *greeting;
