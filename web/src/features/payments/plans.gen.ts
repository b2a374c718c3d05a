/** Made from libs/contracts/src/plans.ts by `make api`: what is true until `/api/config` has answered. */
export const basePlan = "split-second-contract" as const;
export const coveredPlans = [
  "split-second-contract",
  "basic",
  "standard"
] as const;
export const renewalGraceDays = 7 as const;
export const publishedPlans = {
  "split-second-contract": {
    "priceCents": 500,
    "maxSeconds": 600
  },
  "basic": {
    "priceCents": 500,
    "maxSeconds": 180
  },
  "standard": {
    "priceCents": 500,
    "maxSeconds": 600
  },
  "pro": {
    "priceCents": 500,
    "maxSeconds": 600
  }
} as const;
export const publishedEscrow = {
  "feePercent": 5,
  "minCents": 50,
  "maxCents": 10000000,
  "holdHours": {
    "24hrs": 24,
    "3days": 72,
    "7days": 168,
    "14days": 336,
    "30days": 720
  }
} as const;
export const graceSeconds = 5 as const;
export const overrunSeconds = 600 as const;
export const maxAudioBytes = 104857600 as const;
export const maxPhotoBytes = 10485760 as const;
