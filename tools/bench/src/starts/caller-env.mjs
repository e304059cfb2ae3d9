/** What a started program needs of the caller's environment, without the variables of `npm run`. */
export const callerEnv = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
