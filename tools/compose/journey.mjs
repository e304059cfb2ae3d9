import { prepare } from '../../scripts/lib/prepare.mjs'
import { main } from '../../scripts/lib/steps.mjs'
import { backups } from './backup-steps.mjs'
import { openProject } from './compose-project.mjs'
import { container } from './container-steps.mjs'
import { findEngine } from './docker-engine.mjs'
import { firstDays } from './first-day-steps.mjs'
import { portable } from './portability-steps.mjs'
import { proxy } from './proxy-steps.mjs'
import { sealed } from './sealed-image-steps.mjs'

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

/** `npm run test:compose`: what an owner does with Docker Compose, for real and from nothing. */
export function runJourney() {
  return main(async () => {
    await prepare(['build'])
    const { failed } = await composeJourney()
    process.exitCode = failed > 0 ? 1 : 0
  })
}
