package path

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/confcov/confcov/explore/need"
)

// TestClaimedSizes: sizes that a file claims are checked before memory is allocated for them.
func TestClaimedSizes(t *testing.T) {
	good, err := encodeParquet([]setRow{{Test: "a", Mode: "merged", Node: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := decodeParquet[setRow](good, 1); err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	if _, err := decodeParquet[setRow](good, 2); err == nil || !strings.Contains(err.Error(), "it has 1 rows, not 2") {
		t.Error(err)
	}
	footer := append([]byte(nil), good...)
	binary.LittleEndian.PutUint32(footer[len(footer)-8:], 0xf0000000)
	for n, data := range map[string][]byte{"footer": footer, "empty": nil, "short": good[:11]} {
		if _, err := decodeParquet[setRow](data, 1); err == nil || !strings.Contains(err.Error(), "longer than the file") {
			t.Errorf("%s: %v", n, err)
		}
	}
	page := func(packed, unpacked int32) []byte {
		data, err := thrift.Marshal(new(thrift.CompactProtocol), format.PageHeader{CompressedPageSize: packed, UncompressedPageSize: unpacked})
		if err != nil {
			t.Fatal(err)
		}
		return append(data, "four"...)
	}
	for _, c := range []struct {
		what string
		data []byte
		m    format.ColumnMetaData
		want string
	}{
		{"good", page(4, 1<<20), format.ColumnMetaData{}, ""},
		{"long page", page(1<<30, 4), format.ColumnMetaData{}, "longer than the column"},
		{"negative page", page(-1, 4), format.ColumnMetaData{}, "longer than the column"},
		{"codec", page(4, 4), format.ColumnMetaData{Codec: format.Lz4Raw}, "compressed by"},
		{"beyond", page(4, 4), format.ColumnMetaData{DataPageOffset: 1}, "beyond the end"},
		{"dictionary", page(4, 4), format.ColumnMetaData{DictionaryPageOffset: 3}, "its dictionary"},
	} {
		if c.m.Codec == format.Uncompressed {
			c.m.Codec = format.Zstd
		}
		c.m.TotalCompressedSize = int64(len(c.data))
		n, err := checkPages(c.data, &c.m)
		if c.want == "" && (err != nil || n != 1<<20) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %d, %v", c.what, n, err)
		}
	}
}

// TestCompressionForgets: what was compressed before does not change how something is compressed.
func TestCompressionForgets(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	times := 200
	if need.Race {
		times = 20
	}
	for i := range times {
		data := make([]byte, r.IntN(1<<(1+r.IntN(19))))
		letters := 1 + r.IntN(256)
		for k := range data {
			data[k] = byte(r.IntN(letters))
			if k > 10 && r.IntN(3) > 0 {
				data[k] = data[k-1-r.IntN(10)]
			}
		}
		want, err := new(zstd.Codec).Encode(nil, data)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := compression.Encode(nil, data); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d: %d bytes are compressed otherwise than by a new encoder: %v", i, len(data), err)
		}
	}
}
