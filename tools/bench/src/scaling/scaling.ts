import { randomBytes } from 'node:crypto'
import { createCleanup } from '@stockie/testkit/cleanup'
import { startStockie } from '@stockie/testkit/stockie-server'
import type { Bench, Size } from '#src/bench'
import { type BackupTime, measureBackup } from './backup-time'
import { type Capacity, measureCapacity } from './capacity'
import { type RunningShop, type TillFigures, runTills } from './tills'

export type ScalingFigures = {
  capacities: (Capacity & { size: Size; apis: number })[]
  backup: BackupTime
  /** Till figures by the number of products in the shop. */
  tills: (TillFigures & { products: number; secondsBetweenSales: number })[]
}

const apiCount = 3
/** A busy till. */
const secondsBetweenSales = 20
const tillShops = [
  { size: '100k', products: 10_000 },
  { size: 'products-1k', products: 1_000 },
] as const

type Part = {
  name: keyof ScalingFigures
  measure: (bench: Bench, options: Options) => Promise<Partial<ScalingFigures>>
}
type Options = {
  tillLevels: readonly number[]
  /** Called after each step of a part, because a part takes several minutes. */
  onStep: (figures: Partial<ScalingFigures>) => Promise<void>
}

export const scalingParts: readonly Part[] = [
  { name: 'capacities', measure: measureCapacities },
  { name: 'tills', measure: measureTills },
  { name: 'backup', measure: measureLargeBackup },
]

/** Measures how far one primary carries. Reports all figures after each step. */
export async function measureScaling(
  bench: Bench,
  parts: readonly Part[],
  { tillLevels, onStep }: Options,
): Promise<Partial<ScalingFigures>> {
  let figures: Partial<ScalingFigures> = {}
  for (const { measure } of parts) {
    const before = figures
    const step = (soFar: Partial<ScalingFigures>) => onStep({ ...before, ...soFar })
    figures = { ...before, ...(await measure(bench, { tillLevels, onStep: step })) }
  }
  await onStep(figures)
  return figures
}

async function measureCapacities(bench: Bench, { onStep }: Options) {
  const capacities: ScalingFigures['capacities'] = []
  for (const size of ['100k', '1m'] as const) {
    for (const apis of [1, apiCount]) {
      const capacity = await withShop(bench, { size, count: apis }, (running) => {
        bench.progress(`sales as fast as possible, ${size} sales before, ${apis} API(s)`)
        return measureCapacity(bench, running, {
          sales: bench.quick ? 600 : 15_000,
          products: 10_000,
        })
      })
      capacities.push({ ...capacity, size, apis })
      await onStep({ capacities })
    }
  }
  return { capacities }
}

async function measureTills(bench: Bench, { tillLevels, onStep }: Options) {
  const tills: ScalingFigures['tills'] = []
  for (const { size, products } of tillShops) {
    await withShop(bench, { size, count: apiCount }, async (running) => {
      for (const level of tillLevels) {
        bench.progress(`${level} till(s) in a shop with ${products} products`)
        const plan = { tills: level, secondsBetweenSales, products }
        tills.push({ ...(await runTills(bench, running, plan)), products, secondsBetweenSales })
        await onStep({ tills })
      }
    })
  }
  return { tills }
}

async function measureLargeBackup(bench: Bench) {
  const backup = await withShop(bench, { size: '1m', count: 0 }, ({ shop }) =>
    measureBackup(bench, shop),
  )
  return { backup }
}

/** Opens a shop with several APIs, and closes them after the work. */
async function withShop<Result>(
  bench: Bench,
  { size, count }: { size: Size; count: number },
  work: (running: RunningShop) => Promise<Result>,
): Promise<Result> {
  const { add, close } = createCleanup(bench.progress)
  bench.onEnd(close)
  try {
    const shop = await bench.database(size)
    add(shop.drop)
    const env = { JWT_SECRET: randomBytes(32).toString('hex') }
    const apis = []
    while (apis.length < count) {
      apis.push(await startStockie({ folder: bench.folder, onEnd: add }, shop.url, env))
    }
    return await work({ apis, shop })
  } finally {
    await close()
  }
}
