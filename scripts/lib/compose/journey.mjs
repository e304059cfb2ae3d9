import { backups } from './backups.mjs'
import { container } from './container.mjs'
import { findEngine } from './find-engine.mjs'
import { firstDays } from './first-days.mjs'
import { portable } from './portable.mjs'
import { openProject } from './project.mjs'
import { proxy } from './proxy.mjs'
import { sealed } from './sealed.mjs'

const proxyImage = 'caddy:2'

/** Plays the journey where a Docker engine is, and else says that it did not. Each step counts. */
export async function composeJourney(find = findEngine) {
  const engine = await find()
  if (engine.missing) {
    console.log(`The Docker Compose journey did NOT run: ${engine.missing}.`)
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const project = await openProject(engine)
  // A Ctrl-C too leaves nothing behind.
  const interrupted = () => void project.destroy().finally(() => process.exit(130))
  process.once('SIGINT', interrupted)
  /** @type {{ project: any, embedded?: { remove: () => Promise<void> } }} */
  const journey = { project }
  try {
    const withProxy = await engine.has(proxyImage)
    if (!withProxy) {
      console.log(`The proxy is left out: its image ${proxyImage} can be neither found nor pulled.`)
    }
    const steps = [
      ...firstDays,
      ...container,
      ...sealed,
      ...backups,
      ...portable,
      ...(withProxy ? proxy : []),
    ]
    return await play(steps, journey)
  } finally {
    process.off('SIGINT', interrupted)
    await project.destroy()
    await journey.embedded?.remove()
  }
}

/** One after another: what comes after a step that failed has nothing to stand on. */
async function play(all, journey) {
  let passed = 0
  for (const [name, work] of all) {
    const began = Date.now()
    const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
    try {
      await work(journey)
    } catch (error) {
      console.log(`✗ ${name} (${seconds()})\n${error.stack ?? error}`)
      return { passed, failed: 1, skipped: 0 }
    }
    console.log(`✓ ${name} (${seconds()})`)
    passed++
  }
  return { passed, failed: 0, skipped: 0 }
}
