"""A subscriber on loopback: takes what topics push, and verifies the signature with the certificate that the push names.
It looks headers up by their exact spelling, as samples of the service do, and answers 400 to what it cannot verify."""

import base64
import hashlib
import queue
import ssl
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from harness import CALL_LIMIT_SECONDS

#: What stands before a SHA-1 digest in a signature of RSA PKCS #1 v1.5. Source: RFC 8017, 9.2.
_DIGEST_INFO = bytes.fromhex("3021300906052b0e03021a05000414")

#: The object identifier of an RSA key, with its empty parameters. Source: RFC 3279, 2.3.1.
_RSA_KEY = bytes.fromhex("06092a864886f70d0101010500")


class Receiver:
    """Answers every push that it can verify with one status; each push is a dict of path, headers, body and verified."""

    def __init__(self):
        self._pushes = queue.Queue()
        self._status = 204
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            """Takes one push."""

            def do_POST(self):  # pylint: disable=invalid-name
                """Named by the library."""
                receiver._take(self)

            def log_message(self, *_words):  # pylint: disable=arguments-differ
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, status):
        """Sets the status, and forgets what was pushed."""
        self._status = status
        while not self._pushes.empty():
            self._pushes.get()

    def next(self):
        """The next push, oldest first."""
        return self._pushes.get(timeout=CALL_LIMIT_SECONDS)

    def count(self):
        """How many pushes nobody took yet."""
        return self._pushes.qsize()

    def _take(self, request):
        body = request.rfile.read(int(request.headers["content-length"]))
        headers = dict(request.headers.items())  # names as they are spelled on the wire
        verified = _outcome(request.command, request.path, headers)
        status = self._status if verified is True else 400
        push = {"path": request.path, "headers": headers, "body": body.decode(), "verified": verified}
        self._pushes.put(push)  # before the answer: whoever counts after it must find this one
        request.send_response(status)
        request.end_headers()


def _outcome(method, path, headers):
    """Whether the signature holds, or why that cannot be told."""
    try:
        return _verify(method, path, headers)
    except Exception as error:  # a header that is not there, or is no base64
        return repr(error)


def _verify(method, path, headers):
    """Source: MNS, signature of requests to an HTTP endpoint."""
    lines = [method, headers["Content-md5"], headers["Content-Type"], headers["Date"]]
    lines += [f"{name}:{headers[name]}" for name in sorted(headers) if name.startswith("x-mns-")]
    digest = hashlib.sha1("\n".join([*lines, path]).encode()).digest()
    address = base64.b64decode(headers["x-mns-signing-cert-url"]).decode()
    with urllib.request.urlopen(address, timeout=CALL_LIMIT_SECONDS) as response:
        modulus, exponent = _public_key(ssl.PEM_cert_to_DER_cert(response.read().decode()))
    size = (modulus.bit_length() + 7) // 8
    signature = base64.b64decode(headers["Authorization"])
    block = pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(size, "big")
    tail = b"\x00" + _DIGEST_INFO + digest
    return block == b"\x00\x01" + b"\xff" * (size - 2 - len(tail)) + tail


def _public_key(certificate):
    """Modulus and exponent: two integers in a sequence in a bit string after the identifier."""
    _tag, bits, _end = _element(certificate, certificate.index(_RSA_KEY) + len(_RSA_KEY))
    _tag, sequence, _end = _element(bits, 1)  # after the count of unused bits
    _tag, modulus, end = _element(sequence, 0)
    _tag, exponent, _end = _element(sequence, end)
    return int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")


def _element(data, start):
    """Tag and content of one element of DER, and where the next begins."""
    length, begin = data[start + 1], start + 2
    if length & 0x80:
        begin += length & 0x7F
        length = int.from_bytes(data[start + 2 : begin], "big")
    return data[start], data[begin : begin + length], begin + length
