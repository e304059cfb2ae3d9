// Plain JavaScript, because it must run without a build: under tsx, in Vitest on Node 20 (where a worker
// gets no TypeScript loader), and as an entry of the bundle.
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

/**
 * @typedef {{ id: number, password: string, cost: number }
 *   | { id: number, password: string, hash: string }} PasswordJob
 */

parentPort?.on('message', (/** @type {PasswordJob} */ job) => {
  // In a separate thread, the synchronous functions are faster.
  try {
    const value =
      'hash' in job
        ? bcrypt.compareSync(job.password, job.hash)
        : bcrypt.hashSync(job.password, job.cost)
    parentPort?.postMessage({ id: job.id, value })
  } catch (error) {
    parentPort?.postMessage({ id: job.id, error: String(error) })
  }
})
