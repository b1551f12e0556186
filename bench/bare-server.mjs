// The floor that every ratio stands on: node:http with nothing on top. It reads the request body and answers one fixed
// document of 300 bytes, with one content header beside the length.
import { createServer } from 'node:http'

const documentBytes = 300
const opening = '{"fixed":"'
const answer = `${opening}${'0'.repeat(documentBytes - opening.length - 2)}"}`
const headers = { 'Content-Type': 'application/json', 'Content-Length': documentBytes }

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks)
    response.writeHead(200, headers)
    response.end(answer)
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
  console.log('Ready.')
})
