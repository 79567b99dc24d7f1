import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ["HEED_WEBHOOK_SECRET"].removeprefix("whsec_"))
stored = {}  # In production, a table with a unique column for the id.

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        id, at = self.headers["webhook-id"], self.headers.get("webhook-timestamp", "0")
        mac = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256)
        expected = "v1," + base64.b64encode(mac.digest()).decode()
        signed = any(hmac.compare_digest(expected, s) for s in self.headers.get("webhook-signature", "").split())
        valid = signed and abs(time.time() - int(at)) < 300
        if valid:
            stored.setdefault(id, body)
        self.send_response(204 if valid else 400)  # Respond once the event is stored, and process it afterwards.
        self.end_headers()
        if valid:
            event = json.loads(body)
            print(event["type"], event["data"].get("id") or event["data"].get("feedbackId"), flush=True)

HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()
