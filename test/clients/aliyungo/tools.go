//go:build tools

// Package tools names the package whose own tests are run.
package tools

import _ "github.com/denverdino/aliyungo/mns"
