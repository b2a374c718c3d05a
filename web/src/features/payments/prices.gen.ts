/** Made from libs/contracts/src/plans.ts by `make api`: what is true until `/api/config` has answered. */
export const publishedPrices = {
  "contract": 500,
  "manualTranscription": 200,
  "subscription": 2000
} as const;
