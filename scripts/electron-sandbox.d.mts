export function commandForSandbox(binary: string, uid: number, restriction?: string): string | null
