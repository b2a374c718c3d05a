import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PaymentsConfig } from '../config.js';

interface SellersPart {
  id: string;
  agreementId: string;
  sellerEmail: string;
}

/** Addresses of a held payment's page. The seller's carries the key that stands for a login. */
@Injectable()
export class SellerLinks {
  constructor(private readonly config: PaymentsConfig) {}

  /** Nothing is stored: the same payment and seller always have the same key, and another seller has another. */
  key({ id, sellerEmail }: Omit<SellersPart, 'agreementId'>): string {
    return createHmac('sha256', this.config.linkSecret)
      .update(`held-payment:${id}:${sellerEmail}`)
      .digest('base64url');
  }

  /** Takes the same time whichever character differs. */
  isKey(held: Omit<SellersPart, 'agreementId'>, given: string): boolean {
    const expected = Buffer.from(this.key(held));
    const actual = Buffer.from(given);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  page(agreementId: string | null): string {
    const { publicUrl } = this.config;
    return agreementId === null ? `${publicUrl}/escrow` : `${publicUrl}/escrow?agreementId=${agreementId}`;
  }

  sellerPage(held: SellersPart): string {
    return `${this.page(held.agreementId)}&key=${encodeURIComponent(this.key(held))}`;
  }
}
