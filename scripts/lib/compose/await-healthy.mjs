import { awaitUntil } from './await-until.mjs'

/** Waits until a service says of itself that it is healthy. */
export async function awaitHealthy(project, service) {
  const isHealthy = async () => (await healthOf(project, service)) === 'healthy'
  try {
    await awaitUntil(`${service} is healthy`, isHealthy)
  } catch (error) {
    throw new Error(await project.compose('logs', '--tail', '20', service), { cause: error })
  }
}

async function healthOf(project, service) {
  const id = (await project.compose('ps', '-q', service)).trim()
  if (!id) return 'absent'
  return (await project.docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim()
}
