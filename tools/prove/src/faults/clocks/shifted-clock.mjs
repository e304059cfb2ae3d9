// Loaded into the API before anything else: its clock is set to where a file says, at every SIGUSR2, and the
// file is gone once that is so. What measures durations (performance.now, timers) goes on as it does where
// somebody sets the clock of a machine.
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
