export type AgentRole = 'gate' | 'triage' | 'fix' | 'audit'

/** One question to an agent. */
export type AgentCall = {
  readonly role: AgentRole
  readonly prompt: string
  /** JSON Schema of the answer, for back ends that can hand one on; the answer is checked all the same. */
  readonly schema: object
  /** Absolute top of the work tree, the agent's working directory. */
  readonly root: string
  /** Absolute private directory for the call's files. */
  readonly scratch: string
  /** Milliseconds the agent may take. */
  readonly deadline: number
  readonly signal: AbortSignal
  /** True for the fixer alone; a back end that can hold an agent to reading does so when false. */
  readonly mayWrite: boolean
}
export type AgentText = { readonly text: string }

/** Prompt in, text out: knows nothing of findings. Throws `HelperError`, and the signal's reason when the run ends. */
export interface AgentBackend {
  /** Names the agent and how it is called; part of every verdict's key. */
  readonly name: string
  ask(call: AgentCall): Promise<AgentText>
}
