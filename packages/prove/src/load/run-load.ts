import { sellOpenLoop } from './open-loop'
import type { LoadPlan, LoadReport } from './plan'
import { readAgain } from './read-again'

/** A process of its own: it is sent one plan, carries it out and tells what came of it. */
process.once('message', (plan: LoadPlan) => {
  void carryOut(plan).then((report) => process.send?.(report, () => process.disconnect()))
})
process.once('disconnect', () => process.exit(1))

async function carryOut(plan: LoadPlan): Promise<LoadReport> {
  const report: LoadReport = {
    documents: [],
    failed: [],
    sales: [],
    late: [],
    reads: [],
    took: 0,
  }
  let over = false
  const isOver = () => over
  const reading = plan.readers.map((reader) => readAgain(plan, reader, { report, isOver }))
  await sellOpenLoop(plan, report)
  over = true
  await Promise.all(reading)
  return report
}
