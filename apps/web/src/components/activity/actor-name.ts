import type { Activity } from '@stockie/contracts'

/** The user of an activity: a name, the command line, or a user of whom an older version kept nothing. */
export function actorName({
  userName,
  byCommandLine,
}: Pick<Activity, 'userName' | 'byCommandLine'>) {
  return userName ?? (byCommandLine ? 'The command line' : 'A user')
}
