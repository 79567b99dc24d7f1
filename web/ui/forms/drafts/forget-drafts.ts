/** Removes the drafts of a record that no longer exists: everyone’s, or those of one author. */
export async function forgetDrafts(recordId: string, scope?: string): Promise<void> {
  try {
    const { forgetDraftsOf } = await import('./stored-drafts.ts')
    forgetDraftsOf(recordId, scope)
  } catch {
    // Without a connection, they end by their age.
  }
}
