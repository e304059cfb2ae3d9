import { setTimeout as wait } from 'node:timers/promises'
import {
  type ImportJob,
  importJob,
  type ImportOptions,
  importPreview,
  type ImportResource,
} from '@stockie/contracts'
import type { Answer, TestApi } from './test-api'

type Plan = { mapping?: Record<string, number | number[]>; options?: Partial<ImportOptions> }

/** Plays imports through the API, as the browser does. */
export function createImportClient(api: Pick<TestApi, 'call'>, token: string) {
  const keyed = (key?: string): Record<string, string> =>
    key === undefined ? {} : { 'Idempotency-Key': key }

  function send(resource: string, file: string | Buffer, key?: string): Promise<Answer> {
    return api.call(`/imports?resource=${resource}&fileName=file.csv`, {
      method: 'POST',
      token,
      body: Buffer.isBuffer(file) ? file : Buffer.from(file),
      headers: { 'content-type': 'application/octet-stream', ...keyed(key) },
    })
  }

  async function upload(resource: ImportResource, file: string | Buffer): Promise<ImportJob> {
    const answer = await send(resource, file)
    if (answer.status !== 201) throw new Error(answer.text)
    return importJob.parse(answer.body)
  }

  const put = (id: number, plan: object) =>
    api.call(`/imports/${id}`, { method: 'PUT', token, body: plan })

  /** With the suggested columns, unless the plan names others. */
  async function preview(id: number, { mapping, options = {} }: Plan = {}) {
    const plan = { mapping: mapping ?? (await find(id)).mapping, options }
    const answer = await put(id, plan)
    if (answer.status !== 200) throw new Error(answer.text)
    return importPreview.parse(answer.body)
  }

  const start = (id: number, step: 'commit' | 'revert', key?: string) =>
    api.call(`/imports/${id}/${step}`, { method: 'POST', token, headers: keyed(key) })

  async function find(id: number): Promise<ImportJob> {
    const answer = await api.call(`/imports/${id}`, { token })
    if (answer.status !== 200) throw new Error(answer.text)
    return importJob.parse(answer.body)
  }

  async function settled(id: number): Promise<ImportJob> {
    while (true) {
      const job = await find(id)
      if (!job.state.endsWith('ing')) return job
      await wait(20)
    }
  }

  async function run(id: number, step: 'commit' | 'revert', key?: string): Promise<ImportJob> {
    const answer = await start(id, step, key)
    if (answer.status !== 202) throw new Error(answer.text)
    return settled(id)
  }

  /** Uploads, previews and commits a file. */
  async function importFile(resource: ImportResource, file: string | Buffer, plan?: Plan) {
    const { id } = await upload(resource, file)
    const { counts } = await preview(id, plan)
    const { state, error } = await run(id, 'commit')
    if (state !== 'committed') throw new Error(`${state}: ${error}`)
    return { id, counts }
  }

  return { send, upload, put, preview, start, find, settled, run, importFile }
}
