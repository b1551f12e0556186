// Runs calls of the AWS SDK for Go v2 for a program that writes them to its standard input, one JSON document a line:
// {"n":1,"action":"SendMessage","input":{…}} is answered, in whatever order calls end, by {"n":1,"output":{…}} or
// {"n":1,"error":{"kind":…,"code":…,"message":…}}.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/smithy-go"
)

type request struct {
	N      int             `json:"n"`
	Action string          `json:"action"`
	Input  json.RawMessage `json:"input"`
}

type answer struct {
	N             int      `json:"n"`
	Output        any      `json:"output,omitempty"`
	Error         *failure `json:"error,omitempty"`
	Inexpressible string   `json:"inexpressible,omitempty"`
}

// failure tells the error's own type, and what the service called it.
type failure struct {
	Kind    string `json:"kind"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

type call func(ctx context.Context, input json.RawMessage) (any, error)

// typed makes a call out of a method of the client: the JSON members of an input are named as its fields.
func typed[In, Out any](method func(context.Context, *In, ...func(*sqs.Options)) (*Out, error)) call {
	return func(ctx context.Context, input json.RawMessage) (any, error) {
		decoder := json.NewDecoder(bytes.NewReader(input))
		decoder.DisallowUnknownFields()
		parameters := new(In)
		if err := decoder.Decode(parameters); err != nil {
			return nil, err
		}
		return method(ctx, parameters)
	}
}

func callsOf(client *sqs.Client) map[string]call {
	return map[string]call{
		"AddPermission":                typed(client.AddPermission),
		"CancelMessageMoveTask":        typed(client.CancelMessageMoveTask),
		"ChangeMessageVisibility":      typed(client.ChangeMessageVisibility),
		"ChangeMessageVisibilityBatch": typed(client.ChangeMessageVisibilityBatch),
		"CreateQueue":                  typed(client.CreateQueue),
		"DeleteMessage":                typed(client.DeleteMessage),
		"DeleteMessageBatch":           typed(client.DeleteMessageBatch),
		"DeleteQueue":                  typed(client.DeleteQueue),
		"GetQueueAttributes":           typed(client.GetQueueAttributes),
		"GetQueueUrl":                  typed(client.GetQueueUrl),
		"ListDeadLetterSourceQueues":   typed(client.ListDeadLetterSourceQueues),
		"ListMessageMoveTasks":         typed(client.ListMessageMoveTasks),
		"ListQueueTags":                typed(client.ListQueueTags),
		"ListQueues":                   typed(client.ListQueues),
		"PurgeQueue":                   typed(client.PurgeQueue),
		"ReceiveMessage":               typed(client.ReceiveMessage),
		"RemovePermission":             typed(client.RemovePermission),
		"SendMessage":                  typed(client.SendMessage),
		"SendMessageBatch":             typed(client.SendMessageBatch),
		"SetQueueAttributes":           typed(client.SetQueueAttributes),
		"StartMessageMoveTask":         typed(client.StartMessageMoveTask),
		"TagQueue":                     typed(client.TagQueue),
		"UntagQueue":                   typed(client.UntagQueue),
	}
}

// zeroIsAbsent holds numbers that this SDK leaves out of a request when they are 0.
var zeroIsAbsent = map[string][]string{
	"ReceiveMessage": {"VisibilityTimeout", "WaitTimeSeconds"},
	"SendMessage":    {"DelaySeconds"},
}

func inexpressible(action string, input json.RawMessage) string {
	members := map[string]json.RawMessage{}
	if json.Unmarshal(input, &members) != nil {
		return ""
	}
	for _, name := range zeroIsAbsent[action] {
		if string(members[name]) == "0" {
			return fmt.Sprintf("the Go SDK leaves %s out when it is 0", name)
		}
	}
	return ""
}

func failureOf(err error) *failure {
	var apiError smithy.APIError
	if !errors.As(err, &apiError) {
		return &failure{Kind: fmt.Sprintf("%T", err), Message: err.Error()}
	}
	kind := reflect.TypeOf(apiError).Elem().Name()
	return &failure{Kind: kind, Code: apiError.ErrorCode(), Message: apiError.ErrorMessage()}
}

func run(calls map[string]call, line request) answer {
	method, known := calls[line.Action]
	if !known {
		return answer{N: line.N, Error: &failure{Kind: "UnknownAction", Message: line.Action}}
	}
	if reason := inexpressible(line.Action, line.Input); reason != "" {
		return answer{N: line.N, Inexpressible: reason}
	}
	output, err := method(context.Background(), line.Input)
	if err != nil {
		return answer{N: line.N, Error: failureOf(err)}
	}
	return answer{N: line.N, Output: output}
}

func main() {
	client := sqs.New(sqs.Options{
		BaseEndpoint:     aws.String(os.Getenv("TWINMQ_URL")),
		Region:           "us-east-1",
		Credentials:      credentials.NewStaticCredentialsProvider("test", "test", ""),
		RetryMaxAttempts: 1,
	})
	calls := callsOf(client)
	lines := json.NewDecoder(bufio.NewReader(os.Stdin))
	printed := json.NewEncoder(os.Stdout)
	var printing sync.Mutex
	for {
		var line request
		if lines.Decode(&line) != nil {
			return // the program that asked has ended
		}
		go func() {
			said := run(calls, line)
			printing.Lock()
			defer printing.Unlock()
			if err := printed.Encode(said); err != nil {
				os.Exit(1)
			}
		}()
	}
}
