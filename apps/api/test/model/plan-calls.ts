import type { Call, Scene, User } from './call'
import { submit, planSubmission, type Submission } from './commands/papers'
import { withOtherRemark } from './commands/paper-bodies'
import { planCreate, planEdit } from './commands/records'
import { planRemoval } from './commands/removals'
import type { Plan } from './plan'
import { oneOf, type Stage } from './stage'

const mostAtOnce = 8

/** The requests of a step: each plan's choices made in the shop as it is before any of them. */
export function planCalls(plans: readonly Plan[], stage: Stage): Call[] {
  const calls: Call[] = []
  for (const plan of plans) {
    for (const make of planOne(plan, stage)) {
      if (calls.length === mostAtOnce) return calls
      stage.calls += 1
      calls.push(make(stage.calls))
    }
  }
  return calls
}

type Make = (number: number) => Call

function planOne(plan: Plan, stage: Stage): Make[] {
  const sceneOf = (user: User, api: number, number: number): Scene => {
    return { shop: stage.shop, step: stage.steps, number, user, api }
  }
  if (plan.does === 'resend') {
    if (stage.submissions.length === 0) return []
    const { submission, user } = oneOf(stage.submissions, plan.which)
    const again = plan.changed ? changed(submission) : submission
    return [(number) => submit(again, sceneOf(user, plan.api, number))]
  }
  const user = oneOf(stage.users, plan.user)
  const scene = (number: number) => sceneOf(user, plan.api, number)
  if (plan.does === 'create') return [(number) => planCreate(plan, scene(number))]
  if (plan.does === 'edit') return [(number) => planEdit(plan, scene(number))]
  if (plan.does !== 'record') return [(number) => planRemoval(plan, scene(number))]

  const submission = planSubmission(plan, scene(stage.calls + 1))
  if (!submission.key) return [(number) => submit(submission, scene(number))]
  stage.submissions.push({ submission, user })
  return Array.from({ length: plan.copies }, (_, copy) => (number: number) => {
    return submit(submission, sceneOf(user, plan.api + copy, number))
  })
}

function changed(submission: Submission): Submission {
  return { ...submission, draft: withOtherRemark(submission.draft) }
}
