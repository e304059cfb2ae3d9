/** Which tutorials, examples and RFC 7515 sign with, as they stand in thousands of programs; in lower case. */
export const knownSecrets: ReadonlySet<string> = new Set([
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  '192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf',
  '3cfa76ef14937c1c0ea519f8fc057a80fcd04a7420f8e8bcd0a7567c272e007b',
  '5791628bb0b13ce0c676dfde280ba245',
  '9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c8b5f6v8a3d9',
  '9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c6b5d0f1e2a3',
  'aym1sysppbydfgzld3umj1qzkobwvmkoqq-estjqlr_t-1qs0gzh75aktmn3yj0ips4hcguutwjazzr1z9caow',
  // NIST's keys for AES, of 128 and 256 bits.
  '2b7e151628aed2a6abf7158809cf4f3c',
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  // SHA-256 and MD5 of nothing, of "password" and of "secret".
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'd41d8cd98f00b204e9800998ecf8427e',
  '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
  '5ebe2294ecd0e0f08eab7690d2a6ee69',
])
