"""Names that `--optimization_switch` may have (spec: formats, 8)."""

from __future__ import annotations

import difflib

from ge.session import _native

from pyatc._errors import AtcError

# What a device's compiler names besides the passes that there are here: there is nothing to switch, and command lines
# written for devices stay as they are.
_GRAPH_PASSES = """
    AddNPass AssertPass AssignRemovePass AtomicAddrCleanPass AttachStreamLabelPass AttachedResourcePass
    AutoFusePass BufferPoolMemoryPass CastRemovePass CommonSubexpressionEliminationPass CompileNodesPass
    ConcatNotaskPass CondPass CondRemovePass ConstantClipPass ConstantFoldingPass ConstantFuseSamePass
    ControlTriggerPass CreateSubGraphWithScopePass CtrlEdgeTransferPass DataFlowPreparePass DataPass
    Dim1TransposeToSqueezePass DimensionAdjustPass DimensionComputePass DropOutPass EndOfSequenceAddControlPass
    EnterPass FlowCtrlPass ForPass FuseDataNodesWithCommonInputPass GlobalStepInsertPass GuaranteeConstPass
    HcclContinuousMemcpyPass HcclGroupPass HcclMemcpyPass HcclSequenceAdjustPass HcclTailingOptimizationPass
    IdentityPass InferShapePass InferValueRangePass InnerIdentityAddPass InnerIdentityDeletePass
    InplaceSupportCheckPass InputOutputConnectionIdentifyPass IteratorOpPass LinkGenMaskNodesPass
    MarkAgnosticPass MarkForceUnknownForCondPass MemcpyAddrAsyncPass MergeInputMemcpyPass MergePass
    MergeToStreamMergePass MergeUnknownShapeNPass MultiBatchClonePass MultiBatchPass NetOutputPass
    NextIterationPass NoUseReshapeRemovePass PackNotaskPass ParallelConcatStartOpPass ParallelGroupPass
    PermutePass PlaceholderWithDefaultPass PotentialConstTakenEffectPass PreventGradientPass PrintOpPass
    PrunePass RecomputePass RefIdentityDeleteOpPass RemoveSameConstPass ReplaceTransShapePass
    ReplaceWithEmptyConstPass ReshapeRecoveryPass ReshapeRemovePass SameTransdataBreadthFusionPass SavePass
    SetFftsPlusAttrPass SetInputOutputOffsetPass ShapeOperateOpRemovePass SnapshotPass SplitShapeNPass
    SplitVariableIntoSubgraphPass StartOfSequencePass StopGradientPass SubexpressionMigrationPass
    SubgraphConstMigrationPass SubgraphMultiDimsClonePass SubgraphMultiDimsPass SubgraphPass SwapSpacePass
    SwitchDataEdgesBypass SwitchDeadBranchElimination SwitchLogicRemovePass SwitchToStreamSwitchPass
    SymbolicCondRemovePass TensorMoveDeletePass TransOpBreadthFusionPass TransOpNearbyAllreduceFusionPass
    TransOpSymmetryEliminationPass TransOpWithoutReshapeFusionPass TransposeTransDataPass
    UnchangedTransposeRemovePass UnusedArgsCleanPass UnusedConstPass UselessControlOutRemovePass
    VarIsInitializedOpPass VariableOpPass VariablePrepareOpPass VariableRefDeleteOpPass
    VariableRefUselessControlOutDeletePass
"""
_FUSION_RULES = """
    ARefreshCubeC0FusionPass CastReluCastFusionPass ConcatCOptimize ConcatTileFusionPass ConvConcatFusionPass
    ConvWeightCompressFusionPass DeleteNoConstFolding SplitConvConcatFusionPass SplitConvFusionPass
    StridedSliceDToSplitFusionPass TbeCommonRules0FusionPass TbeCommonRules2FusionPass TbeConv2DAddMulQuantPass
    TbeConvDequantQuantFusionPass TbeConvDequantVaddReluFusionPass TbeConvDequantVaddReluQuantFusionPass
    TbeDepthwiseConvDequantFusionPass TbeEltwiseQuantFusionPass TbeFullyconnectionElemwiseDequantFusionPass
    TbePool2dQuantFusionPass V100RequantFusionPass V200RequantFusionPass
"""
_OTHER_SWITCHES = """
    aicpu_ops_parallel fe_compile_o1_opt fe_compile_o3_opt forbidden_close_pass hostcpu_engine_update_pass tf_op_fussion
"""
_OF_DEVICES = frozenset((_GRAPH_PASSES + _FUSION_RULES + _OTHER_SWITCHES).split())


def check_switch(text: str) -> None:
    """Refuse names of no pass, which would switch nothing off without a word.

    Args:
        text: The value of `--optimization_switch`; parts that are not `name:on` or `name:off` are not looked at. The
            passes of users must be loaded.

    Raises:
        AtcError: E10001 a pass is neither here nor one of a device's compiler.
    """
    parts = [part.rpartition(":") for part in text.split(";")]
    switched = [name for name, _, word in parts if name and word in ("on", "off")]
    here = set(_native.pass_names())
    for name in switched:
        if name in here or name in _OF_DEVICES:
            continue
        near = difflib.get_close_matches(name, here | _OF_DEVICES, n=1)
        hint = f"did you mean {near[0]}" if near else f"passes here are {', '.join(sorted(here))}"
        raise AtcError("E10001", f"--optimization_switch names '{name}', which is no pass: {hint}")
