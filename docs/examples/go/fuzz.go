// A fuzz target as it is written for testing.F, with arguments of three types.
package main

import (
	"testing"

	"gopkg.in/yaml.v3"
)

func fuzzDecode(f *F) {
	f.Fuzz(func(t *testing.T, text string, indent uint8, strict bool) {
		var node yaml.Node
		if yaml.Unmarshal([]byte(text), &node) != nil {
			t.SkipNow()
		}
		_, _ = yaml.Marshal(&node)
	})
}
