package main

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"encoding/binary"
	"reflect"
	"testing"
	"unsafe"
)

// F has the methods of testing.F that fuzz targets use. Arguments come from the bytes: eight bytes for a number or
// a bool, and a length of four bytes before a text.
type F struct {
	data   []byte
	result int
}

func (f *F) Add(...any) {}
func (f *F) Helper()    {}
func (f *F) take(n int) []byte {
	if n > len(f.data) {
		n = len(f.data)
	}
	part := f.data[:n]
	f.data = f.data[n:]
	return part
}

func (f *F) value(kind reflect.Type) reflect.Value {
	value := reflect.New(kind).Elem()
	if kind.Kind() == reflect.String || kind.Kind() == reflect.Slice {
		length := make([]byte, 4)
		copy(length, f.take(4))
		value.Set(reflect.ValueOf(f.take(int(binary.LittleEndian.Uint32(length)))).Convert(kind))
		return value
	}
	word := make([]byte, 8)
	copy(word, f.take(8))
	number := binary.LittleEndian.Uint64(word)
	if kind.Kind() == reflect.Bool {
		value.SetBool(number&1 == 1)
		return value
	}
	value.Set(reflect.ValueOf(number).Convert(kind))
	return value
}

func (f *F) Fuzz(target any) {
	function := reflect.ValueOf(target)
	t := new(testing.T)
	arguments := []reflect.Value{reflect.ValueOf(t)}
	for i := 1; i < function.Type().NumIn(); i++ {
		arguments = append(arguments, f.value(function.Type().In(i)))
	}
	// FailNow and SkipNow end their goroutine.
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		function.Call(arguments)
	}()
	if problem := <-done; problem != nil {
		panic(problem)
	}
	if t.Failed() {
		panic("the fuzz target failed")
	}
	if t.Skipped() {
		f.result = -1
	}
}

//export FuzzOne
func FuzzOne(data *C.uint8_t, size C.size_t) C.int {
	f := &F{data: append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(data)), int(size))...)}
	fuzzDecode(f)
	return C.int(f.result)
}

func main() {}
