interface HistoryEntry {
  state: unknown
  url: string
}

/**
 * A window with the history of a browser: steps take time, and a replaced entry keeps those ahead. The
 * history of happy-dom does neither. `delay` is the time of the next step, in milliseconds.
 */
export function createFakeBrowser(path: string, delay?: () => number) {
  const origin = 'http://shop.test'
  const events = new EventTarget()
  let entries: HistoryEntry[] = [{ state: null, url: origin + path }]
  let at = 0

  function current() {
    return entries[at] ?? { state: null, url: origin }
  }

  function resolve(url: string | URL | null | undefined) {
    return new URL(url ?? '', current().url).href
  }

  /** The steps come in order, each after its own delay. */
  let steps = Promise.resolve()

  function go(by: number) {
    steps = steps.then(() => step(by))
  }

  async function step(by: number) {
    await new Promise((done) => setTimeout(done, delay?.()))
    if (!entries[at + by]) return
    at += by
    events.dispatchEvent(new Event('popstate'))
  }

  const history = {
    get state() {
      return current().state
    },
    pushState(state: unknown, _unused: string, url?: string | URL | null) {
      entries = [...entries.slice(0, at + 1), { state, url: resolve(url) }]
      at += 1
    },
    replaceState(state: unknown, _unused: string, url?: string | URL | null) {
      entries[at] = { state, url: resolve(url) }
    },
    go,
  }
  const location = {
    get href() {
      return current().url
    },
    get pathname() {
      return new URL(current().url).pathname
    },
    get search() {
      return new URL(current().url).search
    },
    hash: '',
    origin,
  }

  const fake = {
    history,
    location,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    requestAnimationFrame: () => {},
  }

  return {
    window: new Proxy(window, { get: (_window, name): unknown => Reflect.get(fake, name) }),
    back: () => go(-1),
    forward: () => go(1),
    path: () => location.pathname + location.search,
    /** The number of entries from the current one back to the first. */
    depth: () => at + 1,
    length: () => entries.length,
    /** Waits until the browser has taken all steps. */
    async settle() {
      for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setTimeout(done))
    },
  }
}
