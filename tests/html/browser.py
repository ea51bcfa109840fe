# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium and its pages, driven by the DevTools protocol over a pipe: no network, no port, no library."""
import base64
import collections
import fcntl
import json
import os
import shutil
import subprocess
import tempfile

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LONGEST = 240  # seconds that one answer may take
KEYS = {"Escape": 27, "Enter": 13, "End": 35, "Home": 36, "ArrowUp": 38, "ArrowDown": 40, "PageUp": 33, "PageDown": 34}


class Browser:
    """One process, whose pages come and go."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        to_it, from_us = self._pipe()
        from_it, to_us = self._pipe()

        def place():
            os.dup2(to_it, 3)
            os.dup2(to_us, 4)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place, close_fds=False)
        os.close(to_it)
        os.close(to_us)
        self.out, self.input = os.fdopen(from_us, "wb", buffering=0), from_it
        self.number, self.parts, self.events = 0, [b""], collections.deque()

    @staticmethod
    def _pipe():
        """Above the numbers that the browser wants."""
        ends = os.pipe()
        moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
        for end in ends:
            os.close(end)
        return moved

    def _message(self):
        while b"\0" not in self.parts[-1]:
            self.parts.append(os.read(self.input, 1 << 20))
            if not self.parts[-1]:
                raise EOFError("the browser is gone")
        line, _, rest = b"".join(self.parts).partition(b"\0")
        self.parts = [rest]
        return json.loads(line)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def event(self, session, method):
        """Waits for it; what else came before stays."""
        while not any(one.get("method") == method and one.get("sessionId") == session for one in self.events):
            self.events.append(self._message())

    def close(self):
        self.call("Browser.close")
        self.process.wait(LONGEST)
        self.out.close()
        os.close(self.input)
        self.profile.cleanup()


class Page:
    """A file, drawn."""

    def __init__(self, browser, path, fragment="", width=1280, height=1000, dark=False):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.media("", dark)
        self.call("Page.navigate", url=f"file://{path}{fragment}")
        browser.event(self.session, "Page.loadEventFired")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.events = collections.deque(one for one in self.browser.events if one.get("sessionId") != self.session)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def media(self, media, dark=False):
        """"print" as on paper; "": what it is for, which paper needs to be paper."""
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def evaluate(self, expression):
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def console(self):
        """What the page or the browser complained of."""
        self.evaluate("0")
        events = [one for one in self.browser.events if one.get("sessionId") == self.session]
        return [json.dumps(one["params"])[:300] for one in events
                if one["method"] in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")]

    def html(self):
        """Without the data that it was drawn of."""
        return self.evaluate("""for (const data of document.querySelectorAll('script[type="application/json"]')) data.remove();
                             document.documentElement.outerHTML""")

    def press(self, key):
        code = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def pdf(self):
        """As printed: what the browser draws once more, for paper."""
        return base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"])

    def picture(self, path, clip=None):
        """CLIP: (x, y, width, height) of the page."""
        more = {"clip": dict(zip(("x", "y", "width", "height"), clip), scale=1), "captureBeyondViewport": True} if clip else {}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", **more)["data"]))
