import { prepare } from '../prepare.mjs'
import { main } from '../steps.mjs'
import { composeJourney } from './journey.mjs'

/** `npm run test:compose`: what an owner does with Docker Compose, for real and from nothing. */
export function runJourney() {
  return main(async () => {
    await prepare(['build'])
    const { failed } = await composeJourney()
    process.exitCode = failed > 0 ? 1 : 0
  })
}
