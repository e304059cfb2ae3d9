import { prepare } from '../../scripts/lib/prepare.mjs'
import { main } from '../../scripts/lib/process.mjs'
import { backupSteps } from './backup-steps.mjs'
import { clusterSteps } from './cluster-steps.mjs'
import { openProject } from './compose-project.mjs'
import { containerSteps } from './container-steps.mjs'
import { findEngine } from './docker-engine.mjs'
import { exampleSteps } from './example-steps.mjs'
import { firstDaySteps } from './first-day-steps.mjs'
import { networkSteps } from './network-steps.mjs'
import { portabilitySteps } from './portability-steps.mjs'
import { proxySteps } from './proxy-steps.mjs'
import { sealedImageSteps } from './sealed-image-steps.mjs'

/**
 * Plays the journey if there is a Docker engine, and otherwise prints why not. Each step counts as a test.
 */
export async function composeJourney(find = findEngine) {
  const engine = await find()
  if (engine.missing) {
    console.log(`The Docker Compose journey did NOT run: ${engine.missing}.`)
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const project = await openProject(engine)
  // Ctrl-C must not leave containers behind.
  const onInterrupt = () => void project.destroy().finally(() => process.exit(130))
  process.once('SIGINT', onInterrupt)
  /** @type {{ project: any, embedded?: { remove: () => Promise<void> } }} */
  const journey = { project }
  try {
    for (const standIn of Object.values(engine.standIns)) {
      console.log(`The local image ${standIn} stands in for the pinned one.`)
    }
    if (!engine.withProxy) {
      console.log('The steps of the proxy are skipped: its image cannot be found or pulled.')
    }
    if (!engine.withBalancer) {
      console.log(
        'The steps of the cluster are skipped: its image cannot be found or pulled, or Docker Compose is older than 2.24.',
      )
    }
    const steps = [
      ...firstDaySteps,
      ...containerSteps,
      ...networkSteps,
      ...sealedImageSteps,
      ...backupSteps,
      ...portabilitySteps,
      ...(engine.withBalancer ? [...clusterSteps, ...exampleSteps] : []),
      ...(engine.withProxy ? proxySteps : []),
    ]
    return await play(steps, journey)
  } finally {
    process.off('SIGINT', onInterrupt)
    await project.destroy()
    await journey.embedded?.remove()
  }
}

/** Plays the steps in order, and stops at the first failure, because later steps depend on earlier ones. */
async function play(steps, journey) {
  let passed = 0
  for (const [name, work] of steps) {
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

/** `npm run test:compose`: does everything that an owner does with Docker Compose, from an empty machine. */
export function runJourney() {
  return main(async () => {
    await prepare(['build'])
    const { failed } = await composeJourney()
    process.exitCode = failed > 0 ? 1 : 0
  })
}
