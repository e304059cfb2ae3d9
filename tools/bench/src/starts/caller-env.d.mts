export const callerEnv: { PATH: string; HOME: string }
