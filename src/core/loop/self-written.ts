import type { Finding, Location } from '../model/finding.ts'
import { isSelfWritten } from '../audit/authored.ts'

/** Returns true when there are qualifying findings and every one sits in code the loop wrote in an earlier round (GAR-078, GAR-105). */
export function areAllSelfWritten(qualifying: readonly Finding[], authored: readonly Location[]): boolean {
  return qualifying.length > 0 && qualifying.every((finding) => isSelfWritten(finding.location, authored))
}
