export function diffSchemas(oldSchema: string | undefined, newSchema: string): Promise<string>
