import { channel } from 'node:diagnostics_channel'

/** Hears the error of every write that lost a race and is done again. It costs nothing where nobody listens. */
export const lostRaces = channel('stockie:lost-races')
