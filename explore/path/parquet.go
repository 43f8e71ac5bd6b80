package path

// This file makes Parquet files of rows and rows of Parquet files.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// compression is one for all files: it keeps its encoders, whose tables have more than a megabyte. What they wrote before does not
// show in what they write.
var compression = &zstd.Codec{}

// encodeParquet returns the Parquet file of rows. Its bytes depend on the arguments alone.
func encodeParquet[T any](rows []T, opts ...parquet.WriterOption) ([]byte, error) {
	var b bytes.Buffer
	opts = append([]parquet.WriterOption{parquet.Compression(compression), parquet.CreatedBy("confcov", "1", "run")}, opts...)
	w := parquet.NewGenericWriter[T](&b, opts...)
	if _, err := w.Write(rows); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// decodeParquet returns the rows of a Parquet file. The reader panics for some files that nothing
// wrote, so a panic is an error here. want is the number of rows; -1: any.
func decodeParquet[T any](data []byte, want int) (rows []T, err error) {
	defer foreign(&err)
	f, err := openRows(data, want)
	if err != nil {
		return nil, err
	}
	n := f.NumRows()
	r := parquet.NewGenericReader[T](f)
	defer r.Close()
	// Rows are read in batches: memory grows with what is there, not with what the file claims.
	for int64(len(rows)) < n {
		at := len(rows)
		rows = slices.Grow(rows, int(min(n-int64(at), max(1024, int64(at)))))
		k, err := r.Read(rows[at:cap(rows)])
		rows = rows[:at+k]
		if err != nil || k == 0 {
			break
		}
	}
	if int64(len(rows)) != n {
		return nil, fmt.Errorf("it has %d rows, not %d", len(rows), n)
	}
	return rows, nil
}

// foreign makes an error of a panic, of whom it is deferred by.
func foreign(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("not a Parquet file that confcov wrote: %v", p)
	}
}

// openRows opens a Parquet file of so many rows; -1: any number.
func openRows(data []byte, want int) (*parquet.File, error) {
	f, err := openParquet(data)
	if err != nil {
		return nil, fmt.Errorf("not a Parquet file that confcov wrote: %w", err)
	}
	if n := f.NumRows(); want >= 0 && n != int64(want) {
		return nil, fmt.Errorf("it has %d rows, not %d", n, want)
	}
	return f, nil
}

// openParquet opens a Parquet file whose sizes are possible. The library allocates what a file claims, so
// this is checked first: the footer, and each page.
func openParquet(data []byte) (*parquet.File, error) {
	const ends = 8 // the footer's length and the magic number
	if len(data) < ends+4 || int64(binary.LittleEndian.Uint32(data[len(data)-ends:])) > int64(len(data)-ends-4) {
		return nil, errors.New("its footer is longer than the file")
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	unpacked := int64(0)
	groups := f.Metadata().RowGroups
	for i := range groups {
		for j := range groups[i].Columns {
			n, err := checkPages(data, &groups[i].Columns[j].MetaData)
			if err != nil {
				return nil, fmt.Errorf("row group %d, column %d: %w", i, j, err)
			}
			if unpacked += n; unpacked > maxUnpacked+maxRatio*int64(len(data)) {
				return nil, fmt.Errorf("its pages have more than %d bytes", unpacked)
			}
		}
	}
	return f, nil
}

// Columns of equal values are compressed to less than a thousandth.
const (
	maxUnpacked = 64 << 20
	maxRatio    = 1 << 14
)

// checkPages follows the headers of a column's pages, and returns the size of what is in them.
func checkPages(data []byte, m *format.ColumnMetaData) (unpacked int64, err error) {
	if m.Codec != format.Zstd && m.Codec != format.Uncompressed {
		return 0, fmt.Errorf("it is compressed by %s", m.Codec)
	}
	pos := m.DataPageOffset
	if d := m.DictionaryPageOffset; d != 0 {
		if d < 0 || d > pos {
			return 0, errors.New("its dictionary comes after its values")
		}
		pos = d
	}
	end := pos + m.TotalCompressedSize
	if pos < 0 || m.TotalCompressedSize < 0 || end > int64(len(data)) {
		return 0, errors.New("its pages are beyond the end of the file")
	}
	for pos < end {
		r := new(thrift.CompactProtocol).NewReaderFromBytes(data[pos:end])
		var h format.PageHeader
		if err := thrift.NewDecoder(r).Decode(&h); err != nil {
			return 0, err
		}
		pos += int64(r.BytesRead())
		if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 || int64(h.CompressedPageSize) > end-pos {
			return 0, errors.New("a page is longer than the column")
		}
		pos += int64(h.CompressedPageSize)
		unpacked += int64(h.UncompressedPageSize)
	}
	return unpacked, nil
}
