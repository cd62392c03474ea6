/** The linear algebra needed for a Gaussian of some 60 measures; matrices are stored row by row in one array. */

/** The number at an index that is known to exist. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] as number;
}

/** Lower triangle L of a symmetric positive definite n × n matrix, so that L Lᵀ is the matrix; undefined when it is not positive definite. */
export function cholesky(matrix: ArrayLike<number>, n: number): Float64Array | undefined {
  const lower = new Float64Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(matrix, row * n + column);
      for (let k = 0; k < column; k++) sum -= at(lower, row * n + k) * at(lower, column * n + k);
      if (row > column) lower[row * n + column] = sum / at(lower, column * n + column);
      else if (sum > 0) lower[row * n + row] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return lower;
}

/** x with A x = b, for a symmetric positive definite A. Throws RangeError when A is not. */
export function solve(matrix: ArrayLike<number>, n: number, right: ArrayLike<number>): Float64Array {
  const lower = cholesky(matrix, n);
  if (!lower) throw new RangeError('The matrix is not positive definite.');
  return solveFactored(lower, n, right);
}

/** x with L Lᵀ x = b. */
export function solveFactored(lower: Float64Array, n: number, right: ArrayLike<number>): Float64Array {
  const x = Float64Array.from({ length: n }, (_, i) => at(right, i));
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] = at(x, i) - at(lower, i * n + k) * at(x, k);
    x[i] = at(x, i) / at(lower, i * n + i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] = at(x, i) - at(lower, k * n + i) * at(x, k);
    x[i] = at(x, i) / at(lower, i * n + i);
  }
  return x;
}
