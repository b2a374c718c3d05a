import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import { AppError } from '#platform';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Login, Signup } from './accounts.bodies.js';
import { isCommonPassword } from './common-passwords.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { type Role, UserEntity } from './user.entity.js';

const UNIQUE_VIOLATION = '23505';

export interface Device {
  address: string;
  userAgent: string | null;
}

@Injectable()
export class AccountsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly sessions: SessionsService,
    private readonly passwords: PasswordHasher,
    private readonly throttle: LoginThrottle,
  ) {}

  /** @throws AppError `weak_password`, `email_taken` */
  async signup(body: Signup, device: Device): Promise<{ token: string; user: UserEntity }> {
    if (isCommonPassword(body.password, body.email)) throw new AppError('weak_password');
    const user = await this.create(body, 'user');
    return { token: await this.sessions.open(user, device.userAgent), user };
  }

  /** Unknown address and wrong password look and take the same. @throws AppError `invalid_credentials`, `too_many_attempts` */
  async login(body: Login, device: Device): Promise<{ token: string; user: UserEntity }> {
    await this.throttle.take(body.email, device.address);
    const user = await this.checked(body).catch(async (error: unknown) => {
      await this.throttle.giveBack(body.email, device.address);
      throw error;
    });
    if (!user) throw new AppError('invalid_credentials');
    await this.throttle.succeeded(body.email, device.address);
    return { token: await this.sessions.open(user, device.userAgent), user };
  }

  async find(id: number): Promise<UserEntity> {
    const user = await this.users.findOneBy({ id });
    if (!user) throw new AppError('unauthenticated');
    return user;
  }

  /** Creates an account, or answers the one that already has the address. For seeding. */
  async ensure(body: Signup, role: Role): Promise<UserEntity> {
    const known = await this.users.findOneBy({ email: body.email });
    return known ?? this.create(body, role);
  }

  /** The account of a right password. */
  private async checked(body: Login): Promise<UserEntity | null> {
    const user = await this.users
      .createQueryBuilder('user')
      .addSelect('user.passwordHash')
      .where('user.email = :email and user.role = :role', { email: body.email, role: 'user' satisfies Role })
      .getOne();
    const isRight = await this.passwords.verify(user?.passwordHash ?? null, body.password);
    return user && isRight && !user.disabledAt ? user : null;
  }

  private async create(body: Signup, role: Role): Promise<UserEntity> {
    const passwordHash = await this.passwords.hash(body.password);
    try {
      const { id } = await this.users.save(
        this.users.create({ username: body.username, email: body.email, passwordHash, role, usageCount: 0 }),
      );
      return await this.find(id);
    } catch (error) {
      const code =
        error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
      if (code === UNIQUE_VIOLATION) throw new AppError('email_taken');
      throw error;
    }
  }
}
