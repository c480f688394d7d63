// The socket: comes back by itself after sleep, a dead network or a restarted server, and only then.
// Every message from the server is the whole of what is to be shown, so nothing is ever replayed.

const WAITS = [300, 700, 1500, 3000, 5000, 8000];
const ASLEEP = 6000; // a clock that jumped so far slept; the socket may be dead without knowing
const REPLACED = 4001;

export class Connection {
  // hello(): the first message, or null to stay offline. heard(message), state("open" | "lost" | "replaced").
  constructor(hello, heard, state) {
    this.hello = hello;
    this.heard = heard;
    this.state = state;
    this.socket = null;
    this.tries = 0;
    this.timer = 0;
    this.stopped = false;
    const wake = () => document.visibilityState === "visible" && this.refresh();
    document.addEventListener("visibilitychange", wake);
    document.addEventListener("resume", wake); // of a page that was frozen while it could be seen
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
    addEventListener("online", () => this.refresh());
    let last = Date.now();
    setInterval(() => {
      const now = Date.now();
      if (now - last > ASLEEP) this.refresh();
      last = now;
    }, 1000);
  }

  open() {
    this.stopped = false;
    clearTimeout(this.timer);
    this.drop();
    const first = this.hello();
    if (first === null) return;
    const socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/ws");
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(first));
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data);
      if (message.do === "replaced") {
        this.replaced();
        return;
      }
      this.tries = 0;
      this.state("open");
      this.heard(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (event.code === REPLACED) {
        this.replaced();
        return;
      }
      if (this.stopped) return;
      this.state("lost");
      this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
  }

  replaced() {
    this.stopped = true;
    this.drop();
    this.state("replaced");
  }

  // Anew, unless this page was told to stay closed: a socket that slept can't be trusted.
  refresh() {
    if (this.stopped || this.hello() === null) return;
    this.tries = 0;
    this.open();
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
