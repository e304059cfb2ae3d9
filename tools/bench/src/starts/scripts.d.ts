declare module '*/process.mjs' {
  export const root: string
  export function run(
    command: string,
    args: readonly string[],
    options?: { env?: Record<string, string>; cwd?: string },
  ): Promise<string>
}
