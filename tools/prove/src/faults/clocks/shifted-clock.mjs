// Preloaded into the API. At every SIGUSR2 it sets the clock to the instant in a file, and then removes the
// file. Durations (performance.now, timers) continue, as they do when the clock of a real machine is set.
import { readFileSync, rmSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const file = new URL(import.meta.url).searchParams.get('file')
  const RealDate = Date
  let offset = 0
  const now = () => RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  })
  process.on('SIGUSR2', () => {
    offset = Number(readFileSync(file, 'utf8')) - RealDate.now()
    rmSync(file)
  })
}
