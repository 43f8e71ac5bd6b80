package path

// This file makes Parquet files of rows and rows of Parquet files.

import (
	"bytes"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// encodeParquet returns the Parquet file of rows. Its bytes depend on the arguments alone.
func encodeParquet[T any](rows []T, opts ...parquet.WriterOption) ([]byte, error) {
	var b bytes.Buffer
	opts = append([]parquet.WriterOption{parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("confcov", "1", "run")}, opts...)
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
	defer func() {
		if p := recover(); p != nil {
			rows, err = nil, fmt.Errorf("not a Parquet file that confcov wrote: %v", p)
		}
	}()
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("not a Parquet file that confcov wrote: %w", err)
	}
	n := f.NumRows()
	if want >= 0 && n != int64(want) {
		return nil, fmt.Errorf("it has %d rows, not %d", n, want)
	}
	r := parquet.NewGenericReader[T](f)
	defer r.Close()
	// Rows are read in batches: memory grows with what is there, not with what the file claims.
	batch := make([]T, min(n, 1024))
	for int64(len(rows)) < n {
		k, err := r.Read(batch)
		rows = append(rows, batch[:k]...)
		clear(batch) // its lists belong to the rows now
		if err != nil || k == 0 {
			break
		}
	}
	if int64(len(rows)) != n {
		return nil, fmt.Errorf("it has %d rows, not %d", len(rows), n)
	}
	return rows, nil
}
