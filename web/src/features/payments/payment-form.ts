import type { AppConfig, PaymentIntentAnswer } from '../../lib/api-types';

/** What both payment forms take: they confirm, the page waits for the server. */
export interface PaymentFormProps {
  config: AppConfig['payments'];
  intent: PaymentIntentAnswer;
  priceText: string;
  /** The provider accepted; the server has not said so yet. */
  onAccepted: () => void;
  /** The provider refused, in its own words. */
  onRefused: (message: string) => void;
  /** The form itself is in trouble. */
  onTrouble: (message: string) => void;
}
