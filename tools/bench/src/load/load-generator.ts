import { pathToFileURL } from 'node:url'
import { openConnection } from './load-connection'
import {
  formatRequest,
  type LoadPlan,
  type LoadRequest,
  type LoadResult,
  type NextRequest,
} from './load-request'

/** A process of its own: it is sent one plan, carries it out and sends what came of it. */
process.once('message', (plan: LoadPlan) => {
  carryOut(plan)
    .then((result) => tell({ result }))
    .catch((error: Error) => tell({ refusal: error.message }))
})
process.once('disconnect', () => process.exit(1))

function tell(message: object): void {
  process.send?.(message, () => process.disconnect())
}

async function carryOut(plan: LoadPlan): Promise<LoadResult> {
  const next = await readRequests(plan)
  const most = 'amount' in plan ? plan.amount : Number.POSITIVE_INFINITY
  const latencies: number[] = []
  let [asked, bytes] = [0, 0]
  const began = performance.now()
  const until = 'seconds' in plan ? began + plan.seconds * 1000 : Number.POSITIVE_INFINITY

  async function work(): Promise<void> {
    const connection = openConnection(plan.origin)
    for (let now = performance.now(); now < until && asked < most; now = performance.now()) {
      const request = next(asked)
      asked += 1
      const answer = await connection.ask(formatRequest(request))
      latencies.push(performance.now() - now)
      bytes += answer.bytes
      check(request, answer.status)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: plan.connections }, work))

  const seconds = (performance.now() - began) / 1000
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return {
    perSecond: sorted.length / seconds,
    latency: { p50: at(0.5), p99: at(0.99), max: at(1) },
    requests: sorted.length,
    bytes,
  }
}

async function readRequests({ requests }: LoadPlan): Promise<NextRequest> {
  if (Array.isArray(requests)) {
    const [first] = requests
    if (!first) throw new Error('It has nothing to ask.')
    return (index) => requests[index % requests.length] ?? first
  }
  const found: { createRequests: (options: unknown) => NextRequest } = await import(
    pathToFileURL(requests.module).href
  )
  return found.createRequests(requests.options)
}

function check({ method = 'GET', path, status }: LoadRequest, given: number): void {
  const right = status === undefined ? given >= 200 && given < 300 : given === status
  if (!right) throw new Error(`${method} ${path} was answered with ${given}.`)
}
