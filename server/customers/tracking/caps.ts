/** The maximum number of tracked customers per plan; null means no cap. */
export interface TrackedCustomerCaps {
  free: number | null
  starter: number | null
  growth: number | null
}
