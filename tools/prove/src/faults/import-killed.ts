import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, type ImportJob, importJob } from '@stockie/contracts'
import { withinAMinute } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { call } from '#src/api-call'
import { type Api, startApi } from '#src/api-process'
import type { Fault } from '#src/fault'
import { findBrokenInvariants } from '#src/judge/judge'

const newRows = 2000
const changedRows = 100
/** A kill may come before the step or after it, so there are many tries. The first that hits ends them. */
const maxTries = 24

type Step = 'commit' | 'revert'
const ends = { commit: 'committed', revert: 'reverted' } as const

function createImporter({ origin, headers }: Api) {
  const address = `${origin}${apiRoot}/imports`

  async function upload(file: string): Promise<ImportJob> {
    const response = await fetch(`${address}?resource=products`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: file,
    })
    return importJob.parse(await response.json())
  }

  async function preview({ id, mapping }: ImportJob): Promise<void> {
    const body = { mapping, options: { createCategories: true } }
    const { status, detail } = await call(`${address}/${id}`, { method: 'PUT', headers, body })
    if (status !== 200) throw new Error(`The preview was answered with ${status}: ${detail}`)
  }

  const begin = (id: number, step: Step, key: string) =>
    call(`${address}/${id}/${step}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
    })

  /** Sends the request again until the import is done, as a user does. */
  async function finish(job: ImportJob, step: Step, key: string): Promise<void> {
    for (let turn = 1; ; turn += 1) {
      const { body } = await call(`${address}/${job.id}`, { headers })
      const { state } = importJob.parse(body)
      if (state === ends[step]) return
      if (state === 'failed') await preview(job)
      if (!state.endsWith('ing')) await begin(job.id, step, `${key}-${turn}`)
      await wait(50)
    }
  }

  return { upload, preview, begin, finish }
}

type Row = { products: number; stock: number; changes: number; state: string }

/** The products of the file, the stock of all products, and what the import has done. */
async function readShop({ query }: ShopDatabase, mark: string, id: number): Promise<Row> {
  const [row] = await query<Row>(
    `select (select count(*)::integer from products where name like $1 || ' %' and deleted_at is null) as products,
       (select sum(stock)::float8 from products where deleted_at is null) as stock,
       (select count(*)::integer from import_changes where import_id = $2) as changes,
       (select state from imports where id = $2) as state`,
    [mark, id],
  )
  if (!row) throw new Error('The count of products is one row, always.')
  return row
}

/** Kills the API while it commits an import, and while it undoes it. */
export const importKilled: Fault = {
  name: 'import-killed',
  rounds: { short: 1, long: 20 },
  async open(context) {
    const shop = await context.openShop()
    const api = await startApi(context, shop)
    const importer = createImporter(api)
    const findings = {
      lost: [] as string[],
      doubled: [] as string[],
      brokenPromises: [] as string[],
    }

    async function writeFile(mark: string): Promise<string> {
      const present = await shop.query<{
        id: number
        name: string
        category: string
        stock: number
      }>(
        `select products.id, products.name, categories.name as category, stock from products
         join categories on categories.id = category_id
         where products.deleted_at is null and categories.deleted_at is null and stock >= 0
         order by products.id limit ${changedRows}`,
      )
      const added = Array.from({ length: newRows }, (_, at) => `,${mark} ${at},${mark},1,2,3`)
      const changed = present.map(
        ({ id, name, category, stock }) => `${id},${name},${category},1,2,${stock + 5}`,
      )
      return `ID,Product Name,Category,Cost,Price,Stock\n${[...changed, ...added].join('\n')}\n`
    }

    /** Returns false if the kill came before the work or after it. */
    async function killDuring(
      job: ImportJob,
      step: Step,
      key: string,
      delay: number,
    ): Promise<boolean> {
      const answer = importer.begin(job.id, step, key).catch(() => undefined)
      await wait(delay)
      await api.end('SIGKILL')
      await answer
      const { state } = await readShop(shop, '', job.id)
      await api.start()
      return state.endsWith('ing')
    }

    /** A killed step must leave nothing, unless PostgreSQL had its commit already and ended it after the kill. */
    async function judgeStep(mark: string, job: ImportJob, step: Step, before: Row): Promise<void> {
      const { products, stock, state } = await readShop(shop, mark, job.id)
      const isUndone = products === before.products && stock === before.stock
      const isDone = state === ends[step]
      if (!isUndone && !isDone)
        findings.brokenPromises.push(`a killed ${step} of an import left a part of it`)
    }

    return async ({ mark, random }) => {
      const kills = { commit: 0, revert: 0 }
      let acknowledged = 0
      for (
        let tries = 1;
        tries <= maxTries && Math.min(kills.commit, kills.revert) === 0;
        tries += 1
      ) {
        const name = `${mark}-${tries}`
        const empty = await readShop(shop, name, 0)
        const job = await importer.upload(await writeFile(name))
        await importer.preview(job)
        for (const step of ['commit', 'revert'] as const) {
          const before = await readShop(shop, name, job.id)
          const isKilled = await killDuring(job, step, `${name}-${step}`, random.int(20, 600))
          if (isKilled) {
            kills[step] += 1
            await judgeStep(name, job, step, before)
          }
          await withinAMinute(
            'the import ends',
            importer.finish(job, step, `${name}-${step}-again`),
          )
          acknowledged += 1
          const after = await readShop(shop, name, job.id)
          if (step === 'revert') {
            if (after.products > 0 || after.stock !== empty.stock)
              findings.lost.push(`the undo of ${name}`)
          } else if (after.products > newRows) findings.doubled.push(name)
          else if (after.products < newRows || after.changes !== newRows + changedRows + 1)
            findings.lost.push(name)
        }
      }
      if (Math.min(kills.commit, kills.revert) === 0)
        throw new Error('No kill came while an import ran.')
      const brokenInvariants = await findBrokenInvariants(shop)
      const { lost, doubled, brokenPromises } = findings
      return {
        acknowledged,
        lost: lost.splice(0),
        doubled: doubled.splice(0),
        brokenPromises: brokenPromises.splice(0),
        brokenInvariants,
        longest: {},
      }
    }
  },
}
