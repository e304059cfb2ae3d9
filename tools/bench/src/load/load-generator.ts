import { pathToFileURL } from 'node:url'
import { openConnection } from './load-connection'
import {
  formatRequest,
  type LoadPlan,
  type LoadRequest,
  type LoadResult,
  type NextRequest,
} from './load-request'

/** Child process: receives one plan, carries it out, and sends the result. */
process.once('message', (plan: LoadPlan) => {
  carryOut(plan)
    .then((result) => send({ result }))
    .catch((error: Error) => send({ failure: error.message }))
})
process.once('disconnect', () => process.exit(1))

function send(message: object): void {
  process.send?.(message, () => process.disconnect())
}

async function carryOut(plan: LoadPlan): Promise<LoadResult> {
  const nextRequest = await readRequests(plan)
  const maxRequests = 'amount' in plan ? plan.amount : Number.POSITIVE_INFINITY
  const latencies: number[] = []
  let [sent, bytes] = [0, 0]
  const began = performance.now()
  const deadline = 'seconds' in plan ? began + plan.seconds * 1000 : Number.POSITIVE_INFINITY

  async function work(): Promise<void> {
    const connection = openConnection(plan.origin)
    for (
      let now = performance.now();
      now < deadline && sent < maxRequests;
      now = performance.now()
    ) {
      const request = nextRequest(sent)
      sent += 1
      const answer = await connection.send(formatRequest(request))
      latencies.push(performance.now() - now)
      bytes += answer.bytes
      assertExpectedStatus(request, answer.status)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: plan.connections }, work))

  const seconds = (performance.now() - began) / 1000
  const sorted = Float64Array.from(latencies).toSorted()
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return {
    perSecond: sorted.length / seconds,
    latency: { p50: percentile(0.5), p99: percentile(0.99), max: percentile(1) },
    requests: sorted.length,
    bytes,
  }
}

async function readRequests({ requests }: LoadPlan): Promise<NextRequest> {
  if (Array.isArray(requests)) {
    const [first] = requests
    if (!first) throw new Error('The plan has no requests.')
    return (index) => requests[index % requests.length] ?? first
  }
  const loaded: { createRequests: (options: unknown) => NextRequest } = await import(
    pathToFileURL(requests.module).href
  )
  return loaded.createRequests(requests.options)
}

function assertExpectedStatus({ method = 'GET', path, status }: LoadRequest, actual: number): void {
  const isExpected = status === undefined ? actual >= 200 && actual < 300 : actual === status
  if (!isExpected) throw new Error(`${method} ${path} was answered with ${actual}.`)
}
