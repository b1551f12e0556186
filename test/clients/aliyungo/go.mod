module twinmq.test/clients/aliyungo

go 1.24

require github.com/denverdino/aliyungo v0.0.0-20190125010748-a747050bb1ba
