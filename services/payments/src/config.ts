import { IsInt, IsOptional, IsString, Min, MinLength } from 'class-validator';
import { basePlan, plans } from '#contracts';
import { BaseConfig, SANDBOX_IN_WORDS } from '#platform';

const REAL_STRIPE = 'https://api.stripe.com';
const LIVE_KEY = /^[a-z]+_live_/;
const TEST_KEY = /^[a-z]+_test_/;
const NEEDS_REAL_KEYS = `production needs real Stripe keys (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, no STRIPE_API_BASE), or ALLOW_SANDBOX="${SANDBOX_IN_WORDS}"`;

export class PaymentsConfig extends BaseConfig {
  @IsString() agreementsUrl: string;
  @IsString() authUrl: string;
  @IsString() notificationsUrl: string;
  /** What the keys in sellers' links are signed with. */
  @IsString() @MinLength(32) linkSecret: string;
  @IsString() stripeSecretKey: string;
  /** Set when people pay with Stripe's own form. Without it the sandbox form is shown. */
  @IsOptional() @IsString() stripePublishableKey?: string;
  /** Secrets of the webhook endpoints (our own account, connected accounts), comma-separated; more during a rotation. */
  @IsString() stripeWebhookSecret: string;
  /** Where Stripe's API is; the local stand-in speaks the same protocol. */
  @IsString() stripeApiBase: string = REAL_STRIPE;
  /** Where a browser reaches the stand-in. */
  @IsString() stripePublicBase: string = 'http://localhost:12111';

  /** As agreements takes them: for what `/api/config` says. */
  @IsInt() @Min(1) longestRecordingSeconds: number = plans[basePlan].maxSeconds;

  /** Who runs this, as the public pages name it: the name, the postal address, an email address, and whose law applies. */
  @IsOptional() @IsString() operatorName?: string;
  @IsOptional() @IsString() operatorAddress?: string;
  @IsOptional() @IsString() operatorEmail?: string;
  @IsOptional() @IsString() operatorLaw?: string;

  get isSandbox(): boolean {
    return URL.parse(this.stripeApiBase)?.origin !== REAL_STRIPE;
  }

  /** No money moves: what people are shown says so. */
  get isTest(): boolean {
    return this.isSandbox || TEST_KEY.test(this.stripeSecretKey);
  }

  /** Real money is taken only where nothing else is left as it is for trying: secrets, mails and TLS are production's. */
  override refused(): string[] {
    const problems = super.refused();
    const keys = [this.stripeSecretKey, this.stripePublishableKey ?? ''];
    if (keys.some((key) => LIVE_KEY.test(key)) && keys.some((key) => TEST_KEY.test(key))) {
      problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other a test key');
    }
    if (!LIVE_KEY.test(this.stripeSecretKey)) return problems;
    if (this.profile !== 'production') {
      problems.push('STRIPE_SECRET_KEY is a live key, which moves money: that needs PROFILE=production');
    }
    if (this.allowSandbox === SANDBOX_IN_WORDS) {
      problems.push('ALLOW_SANDBOX says that no money moves, and STRIPE_SECRET_KEY is a live key');
    }
    return problems;
  }

  /** Production does not take play money for real. */
  override refusedInProduction(): string[] {
    const isReal = !this.isTest && this.stripePublishableKey !== undefined;
    return [
      ...super.refusedInProduction(),
      ...(isReal || this.allowSandbox === SANDBOX_IN_WORDS ? [] : [NEEDS_REAL_KEYS]),
    ];
  }
}
